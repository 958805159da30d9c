<?php

// Run once, before Apache takes requests: compiles the stored records into memory that all workers share, and our classes.

declare(strict_types=1);

$folder = dirname(__DIR__);
foreach (glob("$folder/data/*.php") as $file) {
    opcache_compile_file($file);
}
require "$folder/src/autoload.php";
foreach (['Data', 'Encoding', 'Http'] as $part) {
    foreach (glob("$folder/src/$part/*.php") as $file) {
        class_exists("Wirefare\\$part\\" . basename($file, '.php'));
    }
}
