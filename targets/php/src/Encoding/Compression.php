<?php

declare(strict_types=1);

namespace Wirefare\Encoding;

/** PHP's zlib, the whole body in one call. */
final class Compression
{
    private const CONTAINERS = ['gzip' => ZLIB_ENCODING_GZIP, 'deflate' => ZLIB_ENCODING_DEFLATE];

    /** gzencode is the same with memory level 9, which the contract has at 8: zlib's own default. */
    public const MEMORY_LEVEL = 8;

    /** What Apache's mod_deflate takes where its configuration says nothing. */
    public const LEVEL_OF_APACHE = 6;
    public const MEMORY_LEVEL_OF_APACHE = 9;

    /** @return array<string, list<int>> name → levels */
    public static function levels(): array
    {
        return ['none' => []] + array_map(static fn (): array => range(1, 9), self::CONTAINERS);
    }

    public static function run(string $name, ?int $level, int $memoryLevel, string $bytes): string
    {
        if ($name === 'none') {
            return $bytes;
        }
        $deflate = deflate_init(self::CONTAINERS[$name], ['level' => $level, 'memory' => $memoryLevel]);
        return deflate_add($deflate, $bytes, ZLIB_FINISH);
    }
}
