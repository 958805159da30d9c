<?php

declare(strict_types=1);

namespace Wirefare\Encoding;

/** json_encode. Slashes and letters beyond ASCII stay as they are, as other languages write them: `/`, not `\/`. */
final class Json implements Encoder
{
    public const FLAGS = JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_THROW_ON_ERROR;

    public function encode(array $records): string
    {
        return json_encode($records, self::FLAGS);
    }
}
