<?php

declare(strict_types=1);

namespace Wirefare\Http;

use RuntimeException;

/** A request that is not answered with what it asks for: a problem document (RFC 9457) with this status. */
final class Refusal extends RuntimeException
{
    private const TITLES = [
        400 => 'Bad parameter',
        403 => 'Not for everybody',
        404 => 'No such path',
        405 => 'Method not allowed',
        413 => 'Body too long',
        414 => 'URL too long',
        421 => 'Not the host that was asked for',
        431 => 'Headers too long',
        500 => 'The target failed',
        501 => 'Not supported',
    ];

    /** @param list<string|int>|null $allowed what may stand there instead */
    public function __construct(
        public readonly int $status,
        string $detail,
        public readonly ?string $parameter = null,
        public readonly ?array $allowed = null,
    ) {
        parent::__construct($detail);
    }

    public static function badParameter(string $parameter, string $detail, ?array $allowed = null): self
    {
        return new self(400, $detail, $parameter, $allowed);
    }

    public static function unsupported(string $parameter, string $value, array $allowed): self
    {
        return new self(501, "$parameter \"$value\" is not supported", $parameter, $allowed);
    }

    public function document(): string
    {
        $document = [
            'type' => 'about:blank',
            'title' => self::TITLES[$this->status] ?? 'Refused',
            'status' => $this->status,
            'detail' => $this->getMessage(),
            'parameter' => $this->parameter,
            'allowed' => $this->allowed,
        ];
        $present = array_filter($document, static fn (mixed $value): bool => $value !== null);
        // A query may hold any bytes.
        return json_encode($present, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_INVALID_UTF8_SUBSTITUTE);
    }
}
