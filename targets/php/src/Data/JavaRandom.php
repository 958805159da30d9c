<?php

declare(strict_types=1);

namespace Wirefare\Data;

/**
 * java.util.Random, a 48-bit linear congruential generator, in two halves of 24 bits: PHP turns an integer that grows
 * beyond 64 bits into a float, and 48 bits times the multiplier's 35 do.
 */
final class JavaRandom
{
    private const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

    private const HALF = 0xFFFFFF;

    // 0x5DEECE66D.
    private const MULTIPLIER_HIGH = 0x5DE;
    private const MULTIPLIER_LOW = 0xECE66D;
    private const INCREMENT = 0xB;

    private function __construct(private int $high, private int $low)
    {
    }

    /** As `new Random(seed)`. */
    public static function seeded(int $seed): self
    {
        return self::at($seed ^ 0x5DEECE66D);
    }

    /** Goes on where another was: see `state`. */
    public static function at(int $state): self
    {
        return new self(($state >> 24) & self::HALF, $state & self::HALF);
    }

    /** All that it knows, 48 bits. */
    public function state(): int
    {
        return $this->high << 24 | $this->low;
    }

    /** 0 ≤ result < bound. */
    public function nextInt(int $bound): int
    {
        $drawn = $this->next(31);
        if (($bound & ($bound - 1)) === 0) {
            return ($bound * $drawn) >> 31;
        }
        // Java's int overflows here for the last, incomplete round of remainders.
        while ($drawn - $drawn % $bound + $bound - 1 > 0x7FFFFFFF) {
            $drawn = $this->next(31);
        }
        return $drawn % $bound;
    }

    public function nextBoolean(): bool
    {
        return $this->next(1) === 1;
    }

    /**
     * nextLong in two words of 32 bits, the higher first: Java's sum of both wraps where ours would become a float.
     *
     * @return array{int, int}
     */
    public function nextLongWords(): array
    {
        $high = $this->next(32);
        $low = $this->next(32);
        // The lower word is signed: a negative one borrows from the higher.
        $borrowed = $low >> 31;
        return [($high - $borrowed) & 0xFFFFFFFF, $low];
    }

    /** That many nextInt(62), indices into 0-9 A-Z a-z. Most of all draws, so that `next` and `nextInt` are written out. */
    public function characters(int $length): string
    {
        [$high, $low] = [$this->high, $this->low];
        $text = '';
        while ($length > 0) {
            $product = $low * self::MULTIPLIER_LOW + self::INCREMENT;
            $high = $high * self::MULTIPLIER_LOW + $low * self::MULTIPLIER_HIGH + ($product >> 24) & self::HALF;
            $low = $product & self::HALF;
            $drawn = $high << 7 | $low >> 17;
            $index = $drawn % 62;
            if ($drawn - $index + 61 <= 0x7FFFFFFF) {
                $text .= self::ALPHABET[$index];
                $length--;
            }
        }
        [$this->high, $this->low] = [$high, $low];
        return $text;
    }

    /** The highest bits of the next state, unsigned. */
    private function next(int $bits): int
    {
        $low = $this->low * self::MULTIPLIER_LOW + self::INCREMENT;
        $high = $this->high * self::MULTIPLIER_LOW + $this->low * self::MULTIPLIER_HIGH + ($low >> 24);
        $this->low = $low & self::HALF;
        $this->high = $high & self::HALF;
        return ($this->high << 24 | $this->low) >> (48 - $bits);
    }
}
