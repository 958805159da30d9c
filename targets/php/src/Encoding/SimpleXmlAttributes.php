<?php

declare(strict_types=1);

namespace Wirefare\Encoding;

use SimpleXMLElement;
use Wirefare\Data\Dataset;

/** SimpleXML, an attribute for every field. */
final class SimpleXmlAttributes implements Encoder
{
    public function __construct(private readonly Dataset $dataset)
    {
    }

    public function encode(array $records): string
    {
        $list = new SimpleXMLElement("<{$this->dataset->listName()}/>");
        $name = $this->dataset->recordName();
        foreach ($records as $record) {
            $element = $list->addChild($name);
            foreach ($record as $field => $value) {
                $element->addAttribute($field, XmlText::of($value));
            }
        }
        return $list->asXML();
    }
}
