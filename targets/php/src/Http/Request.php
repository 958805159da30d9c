<?php

declare(strict_types=1);

namespace Wirefare\Http;

/** What of a request matters here. */
final class Request
{
    private function __construct(
        public readonly string $method,
        public readonly string $path,
        public readonly string $query,
        public readonly string $acceptEncoding,
        /** Without the port, in lower case. */
        public readonly string $host,
        /** The status with which Apache has refused it before any of our code ran, as ErrorDocument tells. */
        public readonly ?int $refusedByApache,
    ) {
    }

    public static function current(): self
    {
        // As it stood in the request, which of a proxy begins with scheme and host.
        $target = preg_replace('~^https?://[^/?]*~i', '', $_SERVER['REQUEST_URI'] ?? '/');
        [$path, $query] = explode('?', $target, 2) + [1 => ''];
        $status = (int) ($_SERVER['REDIRECT_STATUS'] ?? 0);
        return new self(
            $_SERVER['REQUEST_METHOD'],
            $path,
            $query,
            $_SERVER['HTTP_ACCEPT_ENCODING'] ?? '',
            strtolower(preg_replace('~:\d*$~D', '', $_SERVER['HTTP_HOST'] ?? '')),
            $status >= 400 ? $status : null,
        );
    }
}
