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

    /** @param string ...$others whole lines */
    public static function send(int $status, string ...$others): void
    {
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
