<?php

declare(strict_types=1);

namespace Wirefare\Encoding;

use Wirefare\Data\Dataset;
use XMLWriter;

/** XMLWriter, an attribute for every field. */
final class XmlWriterAttributes implements Encoder
{
    public function __construct(private readonly Dataset $dataset)
    {
    }

    public function encode(array $records): string
    {
        $writer = new XMLWriter();
        $writer->openMemory();
        $writer->startDocument('1.0');
        $writer->startElement($this->dataset->listName());
        $name = $this->dataset->recordName();
        foreach ($records as $record) {
            $writer->startElement($name);
            foreach ($record as $field => $value) {
                $writer->writeAttribute($field, XmlText::of($value));
            }
            $writer->endElement();
        }
        $writer->endElement();
        $writer->endDocument();
        return $writer->outputMemory();
    }
}
