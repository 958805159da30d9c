<?php

declare(strict_types=1);

namespace Wirefare\Http;

use Wirefare\Encoding\Json;

/** GET /about. */
final class About
{
    private const VERSION = '0.1.0';

    public function __construct(private readonly Features $features)
    {
    }

    public function answer(string $acceptEncoding): void
    {
        $body = json_encode([
            'contract' => 2,
            'name' => $this->features->streamed === [] ? 'php' : 'php-deflate',
            'version' => self::VERSION,
            'versions' => self::versions(),
            'features' => $this->features->told(),
            'request' => ['acceptEncoding' => $acceptEncoding],
        ], Json::FLAGS | JSON_INVALID_UTF8_SUBSTITUTE);
        $phases = new Phases();
        $lines = ["Server-Timing: {$phases->told()}", Head::length($body), 'Content-Type: application/json'];
        Head::send(200, ...$lines);
        echo $body;
    }

    /** @return array<string, string> */
    private static function versions(): array
    {
        return array_filter([
            'php' => PHP_VERSION,
            'apache' => preg_replace('~^Apache/(\S+).*$~', '$1', apache_get_version() ?: ''),
            'libxml' => LIBXML_DOTTED_VERSION,
            'zlib' => ZLIB_VERSION,
            'protobuf' => phpversion('protobuf') ?: (string) getenv('WIREFARE_PROTOBUF_VERSION'),
        ]);
    }
}
