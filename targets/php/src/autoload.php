<?php

// Our classes by their names (PSR-4), and those of Google's Protobuf runtime where Debian's php-google-protobuf puts them; its
// C extension, where that is installed, has them already.

declare(strict_types=1);

spl_autoload_register(static function (string $class): void {
    $file = str_replace('\\', '/', $class) . '.php';
    if (str_starts_with($class, 'Wirefare\\')) {
        require __DIR__ . substr($file, strlen('Wirefare'));
    } elseif (str_starts_with($class, 'Google\\Protobuf\\') || str_starts_with($class, 'GPBMetadata\\')) {
        require '/usr/share/php/' . $file;
    }
});
