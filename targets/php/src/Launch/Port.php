<?php

declare(strict_types=1);

namespace Wirefare\Launch;

use RuntimeException;

/**
 * A port that is kept for Apache, which cannot choose one itself: bound, not listening, with SO_REUSEADDR, beside which Apache
 * may listen and nobody is given it by chance.
 */
final class Port
{
    /** @param resource $socket */
    private function __construct(public readonly string $host, public readonly int $number, private $socket)
    {
    }

    /** @param int $number 0 for any free one */
    public static function keep(string $host, int $number): self
    {
        $address = self::address($host, $number);
        $socket = @stream_socket_server("tcp://$address", $code, $message, STREAM_SERVER_BIND);
        if ($socket === false) {
            throw new RuntimeException("cannot listen on $address: $message");
        }
        $name = stream_socket_get_name($socket, false);
        return new self($host, (int) substr($name, strrpos($name, ':') + 1), $socket);
    }

    /** To listen at. */
    public function listened(): string
    {
        return self::address($this->host, $this->number);
    }

    /** To be reached at by us: no address is every address. */
    public function reached(): string
    {
        $host = match ($this->host) {
            '0.0.0.0' => '127.0.0.1',
            '::' => '::1',
            default => $this->host,
        };
        return self::address($host, $this->number);
    }

    public function letGo(): void
    {
        fclose($this->socket);
    }

    private static function address(string $host, int $number): string
    {
        return str_contains($host, ':') ? "[$host]:$number" : "$host:$number";
    }
}
