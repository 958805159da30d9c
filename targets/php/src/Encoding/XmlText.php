<?php

declare(strict_types=1);

namespace Wirefare\Encoding;

/** Values as XML Schema (part 2) writes them; PHP's own text of false is empty. */
final class XmlText
{
    public static function of(string|int|float|bool $value): string
    {
        return is_bool($value) ? ($value ? 'true' : 'false') : (string) $value;
    }
}
