<?php

declare(strict_types=1);

namespace Wirefare\Data;

/** A flat list of files as in M. W. Jørgensen's comparison of JSON and XML (2016): nothing is drawn. */
final class Files implements Dataset
{
    public function name(): string
    {
        return 'file';
    }

    public function seed(): int
    {
        return 0;
    }

    public function listName(): string
    {
        return 'xml';
    }

    public function recordName(): string
    {
        return 'file';
    }

    public function draw(JavaRandom $random, int $index): array
    {
        return [
            'name' => "filename{$index}.extension",
            'mtime' => '1997-07-16T19:20:30+00:00',
            'size' => 1_231_234,
            'md5' => 'sdfasfarf4r5sf',
        ];
    }

    public function order(): null
    {
        return null;
    }
}
