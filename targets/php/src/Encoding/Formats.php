<?php

declare(strict_types=1);

namespace Wirefare\Encoding;

/** The formats that there are, each with its encoders, the default first. */
final class Formats
{
    private const ENCODERS = [
        'json' => ['json_encode' => Json::class],
        'xml' => ['SimpleXML' => SimpleXmlElements::class, 'XMLWriter' => XmlWriterElements::class],
        'xml-attributes' => ['SimpleXML' => SimpleXmlAttributes::class, 'XMLWriter' => XmlWriterAttributes::class],
        'protobuf' => ['google-protobuf' => Protobuf::class],
    ];

    private const CONTENT_TYPES = [
        'json' => 'application/json',
        'xml' => 'application/xml',
        'xml-attributes' => 'application/xml',
        'protobuf' => 'application/x-protobuf',
    ];

    /** @return array<string, list<string>> */
    public static function names(): array
    {
        return array_map(array_keys(...), self::ENCODERS);
    }

    /** @return class-string<Encoder> */
    public static function encoderOf(string $format, string $encoder): string
    {
        return self::ENCODERS[$format][$encoder];
    }

    public static function contentTypeOf(string $format): string
    {
        return self::CONTENT_TYPES[$format];
    }
}
