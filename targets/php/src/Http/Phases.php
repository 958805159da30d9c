<?php

declare(strict_types=1);

namespace Wirefare\Http;

/** What the work of one request took, nanoseconds. */
final class Phases
{
    public function __construct(
        private readonly int $computeNs = 0,
        private readonly int $encodeNs = 0,
        private readonly int $compressNs = 0,
    ) {
    }

    /** As Server-Timing has it, milliseconds. */
    public function told(): string
    {
        $format = 'compute;dur=%.4F, encode;dur=%.4F, compress;dur=%.4F';
        return sprintf($format, $this->computeNs / 1e6, $this->encodeNs / 1e6, $this->compressNs / 1e6);
    }
}
