<?php

// The process of the target contract: starts an Apache of its own with mod_php, tells the ready line, and ends Apache when
// it is asked to end or when its stdin closes. `--deflate`: the target whose answers Apache's mod_deflate compresses.

declare(strict_types=1);

use Wirefare\Launch\Launcher;
use Wirefare\Launch\Settings;

require __DIR__ . '/src/autoload.php';

try {
    $settings = Settings::fromEnvironment(in_array('--deflate', $argv, true));
} catch (InvalidArgumentException $problems) {
    fwrite(STDERR, "{$problems->getMessage()}\n");
    exit(2);
}
exit((new Launcher($settings, __DIR__))->run());
