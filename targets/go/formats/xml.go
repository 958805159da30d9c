package formats

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"

	"wirefare/targets/go/data"
)

// declaration without the encoding that xml.Header names: UTF-8 is what XML is in.
const declaration = "<?xml version=\"1.0\"?>\n"

var xmlFormat = Format{
	Name:        "xml",
	ContentType: "application/xml",
	Encoder:     "encoding/xml",
	Encode:      func(value any) ([]byte, error) { return document(elements(value)) },
	Decode: func(body []byte, into any) error {
		return xml.NewTokenDecoder(withoutDirectives{xml.NewDecoder(bytes.NewReader(body))}).Decode(into)
	},
}

var xmlAttributesFormat = Format{
	Name:        "xml-attributes",
	ContentType: "application/xml",
	Encoder:     "encoding/xml",
	Encode: func(value any) ([]byte, error) {
		root, err := attributes(value)
		if err != nil {
			return nil, err
		}
		return document(root)
	},
}

// withoutDirectives refuses documents with a type declaration, which the library passes over.
type withoutDirectives struct{ *xml.Decoder }

func (d withoutDirectives) Token() (xml.Token, error) {
	token, err := d.Decoder.Token()
	if _, isDirective := token.(xml.Directive); isDirective {
		return nil, errors.New("a document type declaration is not taken")
	}
	return token, err
}

func document(root any) ([]byte, error) {
	var body bytes.Buffer
	body.WriteString(declaration)
	if err := xml.NewEncoder(&body).Encode(root); err != nil {
		return nil, err
	}
	body.WriteByte('\n')
	return body.Bytes(), nil
}

type books struct {
	XMLName xml.Name     `xml:"books"`
	Items   []*data.Book `xml:"book"`
}

type videos struct {
	XMLName xml.Name      `xml:"videos"`
	Items   []*data.Video `xml:"video"`
}

type files struct {
	XMLName xml.Name     `xml:"xml"`
	Items   []*data.File `xml:"file"`
}

// elements gives a list the root that it has in XML; everything else names its own.
func elements(value any) any {
	switch list := value.(type) {
	case []*data.Book:
		return books{Items: list}
	case []*data.Video:
		return videos{Items: list}
	case []*data.File:
		return files{Items: list}
	}
	return value
}

// The records again, with attributes in place of elements: their fields are the same, so that a pointer to the one is
// converted to a pointer to the other.
type (
	bookAttributes struct {
		Title       string  `xml:"title,attr"`
		Author      string  `xml:"author,attr"`
		Description string  `xml:"description,attr"`
		Image       string  `xml:"image,attr"`
		NumInStock  int32   `xml:"numInStock,attr"`
		Price       float64 `xml:"price,attr"`
		Type        string  `xml:"type,attr"`
		OnSale      bool    `xml:"onSale,attr"`
	}
	videoAttributes struct {
		URI     string `xml:"uri,attr"`
		Title   string `xml:"title,attr"`
		Format  string `xml:"format,attr"`
		Height  int32  `xml:"height,attr"`
		Width   int32  `xml:"width,attr"`
		Length  int32  `xml:"length,attr"`
		Views   int32  `xml:"views,attr"`
		Enabled bool   `xml:"enabled,attr"`
	}
	fileAttributes struct {
		Name  string `xml:"name,attr"`
		MTime string `xml:"mtime,attr"`
		Size  int32  `xml:"size,attr"`
		MD5   string `xml:"md5,attr"`
	}
)

func attributes(value any) (any, error) {
	switch list := value.(type) {
	case []*data.Book:
		return struct {
			XMLName xml.Name          `xml:"books"`
			Items   []*bookAttributes `xml:"book"`
		}{Items: converted(list, func(b *data.Book) *bookAttributes { return (*bookAttributes)(b) })}, nil
	case []*data.Video:
		return struct {
			XMLName xml.Name           `xml:"videos"`
			Items   []*videoAttributes `xml:"video"`
		}{Items: converted(list, func(v *data.Video) *videoAttributes { return (*videoAttributes)(v) })}, nil
	case []*data.File:
		return struct {
			XMLName xml.Name          `xml:"xml"`
			Items   []*fileAttributes `xml:"file"`
		}{Items: converted(list, func(f *data.File) *fileAttributes { return (*fileAttributes)(f) })}, nil
	}
	return nil, fmt.Errorf("%T cannot be attributes", value)
}

func converted[A, B any](list []A, one func(A) B) []B {
	all := make([]B, len(list))
	for i, each := range list {
		all[i] = one(each)
	}
	return all
}
