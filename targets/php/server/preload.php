<?php

// Run once, before Apache takes requests: compiles the stored records into memory that all workers share, and the classes
// that answer.

declare(strict_types=1);

use Wirefare\Data\Catalogue;
use Wirefare\Encoding\Formats;

$folder = dirname(__DIR__);
foreach (glob("$folder/data/*.php") as $file) {
    opcache_compile_file($file);
}
require "$folder/src/autoload.php";
// With what each of them loads, the Protobuf runtime above all.
foreach (Catalogue::datasets() as $dataset) {
    foreach (Formats::names() as $format => $encoders) {
        foreach ($encoders as $encoder) {
            new (Formats::encoderOf($format, $encoder))($dataset);
        }
    }
}
foreach (['Data', 'Encoding', 'Http'] as $part) {
    foreach (glob("$folder/src/$part/*.php") as $file) {
        class_exists("Wirefare\\$part\\" . basename($file, '.php'));
    }
}
