<?php

declare(strict_types=1);

namespace Wirefare\Encoding;

use Wirefare\Data\Dataset;
use Wirefare\Protobuf\Book;
use Wirefare\Protobuf\Books;
use Wirefare\Protobuf\File;
use Wirefare\Protobuf\Video;
use Wirefare\Protobuf\Videos;
use Wirefare\Protobuf\Xml;

/** Google's own runtime with the classes that protoc made of targets/php/records.proto. */
final class Protobuf implements Encoder
{
    /** Dataset → the messages of its list and of one record. */
    private const MESSAGES = [
        'book' => [Books::class, Book::class],
        'video' => [Videos::class, Video::class],
        'file' => [Xml::class, File::class],
    ];

    /** @var class-string<Books|Videos|Xml> */
    private readonly string $list;

    /** @var class-string<Book|Video|File> */
    private readonly string $record;

    public function __construct(Dataset $dataset)
    {
        [$this->list, $this->record] = self::MESSAGES[$dataset->name()];
        // The first of all reads the schema; in PHP every request is that. So does the first that is written.
        $first = new $this->list(['items' => [new $this->record()]]);
        $first->serializeToString();
    }

    public function encode(array $records): string
    {
        $items = [];
        foreach ($records as $record) {
            $items[] = new $this->record($record);
        }
        return (new $this->list(['items' => $items]))->serializeToString();
    }
}
