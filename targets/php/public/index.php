<?php

// Every request comes here, whatever its path.

declare(strict_types=1);

use Wirefare\Http\Features;
use Wirefare\Http\Request;
use Wirefare\Http\Target;

require_once __DIR__ . '/../src/autoload.php';

(new Target(Features::fromEnvironment(), (string) getenv('WIREFARE_APACHE_FOLDER')))->answer(Request::current());
