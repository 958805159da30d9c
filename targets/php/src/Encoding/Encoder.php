<?php

declare(strict_types=1);

namespace Wirefare\Encoding;

/** One library writing one format. Whatever depends on the dataset alone is done when it is made, before any clock runs. */
interface Encoder
{
    /** @param list<array<string, string|int|float|bool>> $records */
    public function encode(array $records): string;
}
