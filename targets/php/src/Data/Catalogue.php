<?php

declare(strict_types=1);

namespace Wirefare\Data;

/** The datasets that there are, in the order in which /about lists them. */
final class Catalogue
{
    /** @return array<string, Dataset> */
    public static function datasets(): array
    {
        return ['book' => new Books(), 'video' => new Videos(), 'file' => new Files()];
    }
}
