<?php

// The process of the target contract: starts an Apache of its own with mod_php, tells the ready line, and ends Apache when
// it is asked to end or when its stdin closes. `--deflate`: the target whose answers Apache's mod_deflate compresses.

declare(strict_types=1);

use Wirefare\Launch\Launcher;
use Wirefare\Launch\Settings;

require __DIR__ . '/src/autoload.php';

// What a full disk or a folder without permission says as a warning would be an Apache that lacks something.
set_error_handler(static function (int $level, string $what): bool {
    return (error_reporting() & $level) === 0 ? false : throw new RuntimeException($what);
});
// Records are kept as PHP source, and the system's php.ini may have doubles cut off.
ini_set('serialize_precision', '-1');

try {
    $settings = Settings::fromEnvironment(in_array('--deflate', $argv, true));
} catch (InvalidArgumentException $problems) {
    fwrite(STDERR, "{$problems->getMessage()}\n");
    exit(2);
}
exit((new Launcher($settings, __DIR__))->run());
