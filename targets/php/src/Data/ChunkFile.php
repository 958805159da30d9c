<?php

declare(strict_types=1);

namespace Wirefare\Data;

/**
 * A thousand records as PHP source: `return [[…], …];`. Included by a server with OPcache it is an array in shared memory
 * that every worker has at once and none can change, the way in which PHP keeps data from one request to the next.
 *
 * The first line holds what the generator knew afterwards, so that the next chunk can go on, and a digest of the rest.
 */
final class ChunkFile
{
    public const RECORDS = 1_000;

    public static function nameOf(Dataset $dataset, int $chunk): string
    {
        return sprintf('%s-%05d.php', $dataset->name(), $chunk);
    }

    /** Source and the generator's state after it. */
    public static function made(Dataset $dataset, int $chunk, JavaRandom $random): string
    {
        $records = [];
        for ($i = 0; $i < self::RECORDS; $i++) {
            $records[] = $dataset->draw($random, $chunk * self::RECORDS + $i);
        }
        $code = 'return ' . var_export($records, true) . ";\n";
        return sprintf("<?php // %d %s\n%s", $random->state(), hash('sha256', $code), $code);
    }

    /** The generator's state after it; null where this is not a whole chunk. */
    public static function stateAfter(string $source): ?int
    {
        [$head, $code] = explode("\n", $source, 2) + [1 => ''];
        if (preg_match('~^<\?php // (\d+) ([0-9a-f]{64})$~D', $head, $parts) !== 1) {
            return null;
        }
        return hash('sha256', $code) === $parts[2] ? (int) $parts[1] : null;
    }
}
