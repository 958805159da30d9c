<?php

declare(strict_types=1);

namespace Wirefare\Data;

/** The draws that records are made of; which calls of java.util.Random they make is part of their definition. */
final class Draws
{
    /** One nextInt for the length, both ends possible, then the characters. */
    public static function text(JavaRandom $random, int $shortest, int $longest): string
    {
        return $random->characters($shortest + $random->nextInt($longest - $shortest + 1));
    }

    /** Two nextLong made a version-4 UUID, as java.util.UUID.toString prints it. */
    public static function uuid(JavaRandom $random): string
    {
        [$first, $second] = $random->nextLongWords();
        [$third, $fourth] = $random->nextLongWords();
        $hex = sprintf(
            '%08x%08x%08x%08x',
            $first,
            ($second & 0xFFFF0FFF) | 0x4000,
            ($third & 0x3FFFFFFF) | 0x80000000,
            $fourth,
        );
        return preg_replace('/^(.{8})(.{4})(.{4})(.{4})(.{12})$/', '$1-$2-$3-$4-$5', $hex);
    }
}
