<?php

declare(strict_types=1);

namespace Wirefare\Http;

use Wirefare\Data\Computation;
use Wirefare\Data\Dataset;
use Wirefare\Encoding\Formats;

/** The query of /exchange, checked against what this server can. */
final class ExchangeQuery
{
    private const PARAMETERS = [
        'dataset', 'n', 'message', 'format', 'codec', 'compression', 'level', 'compute', 'connection', 'opaque', 'serial',
    ];

    private function __construct(
        public readonly Dataset $dataset,
        public readonly int $n,
        public readonly string $format,
        public readonly string $encoder,
        public readonly string $compression,
        public readonly ?int $level,
        public readonly string $compute,
        public readonly bool $close,
        public readonly bool $opaque,
    ) {
    }

    public static function read(string $query, Features $features): self
    {
        $parameters = Parameters::read($query, self::PARAMETERS);
        $dataset = $features->datasets[$parameters->oneOf('dataset', array_keys($features->datasets))];
        $n = $parameters->count('n', 1, $features->maxN);
        if ($parameters->text('message') !== null) {
            throw Refusal::badParameter('message', 'only messages have it');
        }
        $formats = Formats::names();
        $format = $parameters->oneOf('format', array_keys($formats));
        $encoder = $parameters->oneOf('codec', $formats[$format], $formats[$format][0]);
        $compression = $parameters->oneOf('compression', array_keys($features->compressions), 'none');
        $level = self::level($parameters, $compression, $features->compressions[$compression]);
        $compute = $parameters->oneOf('compute', Computation::namesFor($dataset), 'none');
        $close = $parameters->flag('connection', 'close');
        $opaque = $parameters->flag('opaque', '1');
        return new self($dataset, $n, $format, $encoder, $compression, $level, $compute, $close, $opaque);
    }

    /** @param list<int> $levels */
    private static function level(Parameters $parameters, string $compression, array $levels): ?int
    {
        $text = $parameters->text('level');
        if ($levels === []) {
            return $text === null
                ? null
                : throw Refusal::badParameter('level', "compression $compression has no levels");
        }
        $level = Parameters::wholeNumber($text);
        if ($level !== null && in_array($level, $levels, true)) {
            return $level;
        }
        $seen = $text === null ? 'is missing' : "is \"$text\"";
        throw Refusal::badParameter('level', "$seen: compression $compression wants one", $levels);
    }
}
