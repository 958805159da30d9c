<?php

declare(strict_types=1);

namespace Wirefare\Launch;

use InvalidArgumentException;
use Wirefare\Data\Catalogue;

/** What the target contract puts in the environment. */
final class Settings
{
    private const LARGEST_N_MOST = 1_000_000;

    /** @param list<string> $datasets */
    private function __construct(
        public readonly string $host,
        public readonly int $port,
        public readonly ?string $dataDir,
        public readonly int $largestN,
        public readonly array $datasets,
        public readonly bool $deflate,
        /** There is a certificate: HTTPS is spoken too. */
        public readonly bool $tls,
    ) {
    }

    /** Throws an InvalidArgumentException with everything that is wrong. */
    public static function fromEnvironment(bool $deflate): self
    {
        $problems = [];
        $port = self::wholeNumber('WIREFARE_PORT', 0, 0, 65_535, $problems);
        $largestN = self::wholeNumber('WIREFARE_LARGEST_N', 10_000, 1, self::LARGEST_N_MOST, $problems);
        $all = array_keys(Catalogue::datasets());
        $named = getenv('WIREFARE_DATASETS');
        $datasets = $named === false ? $all : array_values(array_filter(explode(',', $named)));
        foreach (array_diff($datasets, $all) as $unknown) {
            $problems[] = "WIREFARE_DATASETS: there is no dataset $unknown: " . implode(', ', $all);
        }
        $host = getenv('WIREFARE_HOST') ?: '127.0.0.1';
        if (preg_match('/^[\w.:-]+$/D', $host) !== 1) {
            $problems[] = "WIREFARE_HOST is $host, not an address";
        }
        if (preg_match('/^(?:[0-9a-f]{32})?$/D', (string) getenv('WIREFARE_SECRET')) !== 1) {
            $problems[] = 'WIREFARE_SECRET is not 32 hexadecimal digits in lower case';
        }
        $pem = array_filter([getenv('WIREFARE_TLS_CERT'), getenv('WIREFARE_TLS_KEY')]);
        if (count($pem) === 1) {
            $problems[] = 'WIREFARE_TLS_CERT and WIREFARE_TLS_KEY come together';
        }
        if ($problems !== []) {
            throw new InvalidArgumentException(implode("\n", $problems));
        }
        $dataDir = getenv('WIREFARE_DATA_DIR') ?: null;
        return new self($host, $port, $dataDir, $largestN, $datasets, $deflate, $pem !== []);
    }

    /** @param list<string> $problems */
    private static function wholeNumber(string $name, int $absent, int $least, int $most, array &$problems): int
    {
        $text = getenv($name);
        if ($text === false || $text === '') {
            return $absent;
        }
        $isNumber = ctype_digit($text) && strlen($text) < 10;
        if ($isNumber && (int) $text >= $least && (int) $text <= $most) {
            return (int) $text;
        }
        $problems[] = "$name is \"$text\", not a whole number from $least to $most";
        return $absent;
    }
}
