<?php

declare(strict_types=1);

namespace Wirefare\Http;

use Wirefare\Data\Computation;
use Wirefare\Data\StoredData;
use Wirefare\Encoding\Compression;
use Wirefare\Encoding\Formats;

/** GET /exchange: compute, encode wholly, compress wholly, send; each phase by a monotonic clock around it alone. */
final class Exchange
{
    public function __construct(private readonly Features $features, private readonly StoredData $data)
    {
    }

    public function answer(string $queryString): void
    {
        $query = ExchangeQuery::read($queryString, $this->features);
        $encoder = new (Formats::encoderOf($query->format, $query->encoder))($query->dataset);
        $compression = $query->compression;
        // Of opaque bytes Apache could not keep the name of the coding to itself.
        $byApache = !$query->opaque && in_array($compression, $this->features->streamed, true);
        $records = $this->data->first($query->n, $query->dataset);

        $start = hrtime(true);
        Computation::run($query->compute, $query->dataset, $records);
        $computed = hrtime(true);
        $encoded = $encoder->encode($records);
        $written = hrtime(true);
        $body = $byApache
            ? $encoded
            : Compression::run($compression, $query->level, $this->features->memoryLevel, $encoded);
        $compressed = $byApache ? $written : hrtime(true);

        $phases = new Phases($computed - $start, $written - $computed, $compressed - $written);
        $type = $query->opaque ? 'application/octet-stream' : Formats::contentTypeOf($query->format);
        $lines = ["Server-Timing: {$phases->told()}", "Content-Type: $type"];
        if ($byApache) {
            Head::letApacheCompress();
        } else {
            $lines[] = Head::length($body);
            if ($compression !== 'none' && !$query->opaque) {
                $lines[] = "Content-Encoding: $compression";
            }
        }
        if ($query->close) {
            $lines[] = 'Connection: close';
        }
        Head::send(200, ...$lines);
        echo $body;
    }
}
