<?php

declare(strict_types=1);

namespace Wirefare\Http;

/** The headers of answers. */
final class Head
{
    /** A page of another origin may read the body, these headers and the exact times; nobody may keep it. */
    private const ALWAYS = [
        'Cache-Control: no-store',
        'Timing-Allow-Origin: *',
        'Access-Control-Allow-Origin: *',
        'Access-Control-Expose-Headers: Server-Timing, Content-Encoding, Content-Length, Content-Type',
        'Cross-Origin-Resource-Policy: cross-origin',
    ];

    /** mod_deflate's own switch, which makes it compress whatever the client offers. */
    private const COMPRESSED = 'force-gzip';

    /** To be said before the head is sent: Apache compresses the body meanwhile, and tells its length where it knows it. */
    public static function letApacheCompress(): void
    {
        apache_setenv(self::COMPRESSED, '1');
    }

    /** @param string ...$others whole lines */
    public static function send(int $status, string ...$others): void
    {
        if (apache_getenv(self::COMPRESSED) === false) {
            // No other answer is, whatever its type.
            apache_setenv('no-gzip', '1');
        }
        http_response_code($status);
        foreach ([...self::ALWAYS, ...$others] as $line) {
            header($line);
        }
    }

    public static function length(string $body): string
    {
        return 'Content-Length: ' . strlen($body);
    }
}
