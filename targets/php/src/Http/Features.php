<?php

declare(strict_types=1);

namespace Wirefare\Http;

use Wirefare\Data\Catalogue;
use Wirefare\Data\Computation;
use Wirefare\Data\Dataset;
use Wirefare\Encoding\Compression;
use Wirefare\Encoding\Formats;

/** What this server can, as its launcher has started it. */
final class Features
{
    /**
     * @param array<string, Dataset> $datasets
     * @param array<string, list<int>> $compressions
     * @param list<string> $streamed codings that Apache applies while it sends
     * @param int $memoryLevel of zlib, in what we compress: that of Apache where the bytes have to be as its are
     */
    private function __construct(
        public readonly array $datasets,
        public readonly int $maxN,
        public readonly array $compressions,
        public readonly array $streamed,
        public readonly int $memoryLevel,
    ) {
    }

    /** The launcher has checked it. */
    public static function fromEnvironment(): self
    {
        $named = explode(',', (string) getenv('WIREFARE_DATASETS'));
        $datasets = array_intersect_key(Catalogue::datasets(), array_flip($named));
        $maxN = (int) getenv('WIREFARE_LARGEST_N');
        if (getenv('WIREFARE_PHP_DEFLATE') !== '1') {
            return new self($datasets, $maxN, Compression::levels(), [], Compression::MEMORY_LEVEL);
        }
        $compressions = ['none' => [], 'gzip' => [Compression::LEVEL_OF_APACHE]];
        return new self($datasets, $maxN, $compressions, ['gzip'], Compression::MEMORY_LEVEL_OF_APACHE);
    }

    /** The member `features` of /about. */
    public function told(): array
    {
        $told = [
            'datasets' => array_keys($this->datasets),
            'maxN' => $this->maxN,
            'formats' => Formats::names(),
            'compressions' => $this->compressions,
            'computations' => Computation::NAMES,
            'protocols' => getenv('WIREFARE_TLS_CERT') ? ['http1', 'https1'] : ['http1'],
        ];
        return $this->streamed === [] ? $told : $told + ['streamed' => $this->streamed];
    }
}
