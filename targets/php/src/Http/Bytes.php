<?php

declare(strict_types=1);

namespace Wirefare\Http;

/** GET /bytes: the beginning of a file of random bytes, again and again where more is wanted than it has. */
final class Bytes
{
    private const MOST = 100_000_000;

    public function __construct(private readonly string $file)
    {
    }

    public function answer(string $queryString): void
    {
        $parameters = Parameters::read($queryString, ['n', 'connection', 'serial']);
        $n = $parameters->count('n', 0, self::MOST);
        $close = $parameters->flag('connection', 'close');
        $phases = new Phases();
        $lines = ["Server-Timing: {$phases->told()}", "Content-Length: $n", 'Content-Type: application/octet-stream'];
        Head::send(200, ...$lines, ...($close ? ['Connection: close'] : []));
        while ($n > 0) {
            $piece = file_get_contents($this->file, length: $n);
            echo $piece;
            $n -= strlen($piece);
        }
    }
}
