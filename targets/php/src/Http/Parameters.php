<?php

declare(strict_types=1);

namespace Wirefare\Http;

/**
 * A query string, each parameter at most once and none that would be ignored: an ignored wish is a wrong measurement. PHP's own
 * $_GET takes the last of several, makes arrays of `n[]` and turns `n.x` into `n_x`.
 */
final class Parameters
{
    /** @param array<string, string> $values */
    private function __construct(private readonly array $values)
    {
    }

    /** @param list<string> $known beside the secret, which the gate has looked at */
    public static function read(string $query, array $known): self
    {
        $values = [];
        foreach (array_filter(explode('&', $query), static fn (string $pair): bool => $pair !== '') as $pair) {
            [$name, $value] = array_map(urldecode(...), explode('=', $pair, 2) + [1 => '']);
            if (!in_array($name, $known, true) && $name !== Gate::PARAMETER) {
                throw Refusal::badParameter($name, 'no such parameter', $known);
            }
            if (array_key_exists($name, $values)) {
                throw Refusal::badParameter($name, 'given twice');
            }
            $values[$name] = $value;
        }
        return new self($values);
    }

    public function text(string $name): ?string
    {
        return $this->values[$name] ?? null;
    }

    /**
     * One of the names that this target has.
     *
     * @param list<string> $allowed
     */
    public function oneOf(string $name, array $allowed, ?string $absent = null): string
    {
        $value = $this->text($name) ?? $absent ?? throw Refusal::badParameter($name, 'is missing', $allowed);
        return in_array($value, $allowed, true) ? $value : throw Refusal::unsupported($name, $value, $allowed);
    }

    public function count(string $name, int $least, int $most): int
    {
        $text = $this->text($name);
        $value = self::wholeNumber($text);
        if ($value !== null && $value >= $least && $value <= $most) {
            return $value;
        }
        $seen = $text === null ? 'is missing' : "is \"$text\"";
        throw Refusal::badParameter($name, "$seen: a whole number from $least to $most is wanted");
    }

    public function flag(string $name, string $on): bool
    {
        $value = $this->text($name);
        if ($value !== null && $value !== $on) {
            throw Refusal::badParameter($name, "is \"$value\"", [$on]);
        }
        return $value !== null;
    }

    /** Digits alone: PHP takes " 5", "5.0" and "5e0" for numbers too. */
    public static function wholeNumber(?string $text): ?int
    {
        return $text !== null && ctype_digit($text) && strlen($text) <= 10 ? (int) $text : null;
    }
}
