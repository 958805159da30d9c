<?php

declare(strict_types=1);

namespace Wirefare\Http;

/** The headers of answers. */
final class Head
{
    private const ALWAYS = ['Cache-Control: no-store'];

    /** A page of the lab's origin, or of any, may read the body, these headers and the exact times. */
    private const READABLE = [
        'Timing-Allow-Origin: *',
        'Access-Control-Expose-Headers: Server-Timing, Content-Encoding, Content-Length, Content-Type',
        'Cross-Origin-Resource-Policy: cross-origin',
    ];

    private const SHORT_BYTES = 1_000;

    /** mod_deflate's own switch, which makes it compress whatever the client offers. */
    private const COMPRESSED = 'force-gzip';

    /** To be said before the head is sent: Apache compresses the body meanwhile, and tells its length where it knows it. */
    public static function letApacheCompress(): void
    {
        apache_setenv(self::COMPRESSED, '1');
    }

    /** The head of an answer to a request that was let in. @param string ...$others whole lines */
    public static function send(int $status, string ...$others): void
    {
        self::sendToNobody($status, ...self::READABLE, ...['Access-Control-Allow-Origin: ' . Gate::origin()], ...$others);
    }

    /** Over TLS the head leaves in a record of its own: of a longer one a client sees nothing before its end. */
    private static function leaveAhead(string ...$lines): void
    {
        if (($_SERVER['REQUEST_SCHEME'] ?? '') !== 'https') {
            return;
        }
        $length = preg_match('/^Content-Length: (\d+)$/m', implode("\n", $lines), $found) === 1 ? (int) $found[1] : null;
        if ($length === null || $length > self::SHORT_BYTES) {
            flush();
        }
    }

    /** Of one that no page may read. @param string ...$others whole lines */
    public static function sendToNobody(int $status, string ...$others): void
    {
        if (apache_getenv(self::COMPRESSED) === false) {
            // No other answer is, whatever its type.
            apache_setenv('no-gzip', '1');
        }
        http_response_code($status);
        foreach ([...self::ALWAYS, ...$others] as $line) {
            header($line);
        }
        self::leaveAhead(...$others);
    }

    public static function length(string $body): string
    {
        return 'Content-Length: ' . strlen($body);
    }
}
