// Package formats encodes what is sent and decodes what is asked, by the libraries that Go's servers use.
package formats

import "slices"

// Format is how a body is written.
type Format struct {
	Name        string
	ContentType string
	// Encoder is the library's name.
	Encoder string
	// TakesAll says that it writes any value, where others have the types of the published records alone.
	TakesAll bool
	// Encode takes a list of records or an answer to a call.
	Encode func(value any) ([]byte, error)
	// Decode fills a request; nil where calls do not come in it.
	Decode func(body []byte, into any) error
}

// All formats, in the order in which /about lists them.
var All = []Format{jsonFormat, xmlFormat, xmlAttributesFormat, protobufFormat, msgpackFormat, cborFormat}

// Named is nil where there is no such format.
func Named(name string) *Format {
	i := slices.IndexFunc(All, func(f Format) bool { return f.Name == name })
	if i < 0 {
		return nil
	}
	return &All[i]
}

// TakingAll are the names of those that write any value.
var TakingAll = func() (names []any) {
	for _, format := range All {
		if format.TakesAll {
			names = append(names, format.Name)
		}
	}
	return names
}()

// OfCalls are those in which calls come.
var OfCalls = slices.DeleteFunc(slices.Clone(All), func(f Format) bool { return f.Decode == nil })

// OfMediaType is the format of a call's body; nil where there is none.
func OfMediaType(mediaType string) *Format {
	i := slices.IndexFunc(OfCalls, func(f Format) bool { return f.ContentType == mediaType })
	if i < 0 {
		return nil
	}
	return &OfCalls[i]
}

// Encoders by format, as /about has them.
func Encoders(formats []Format) map[string][]string {
	encoders := map[string][]string{}
	for _, format := range formats {
		encoders[format.Name] = []string{format.Encoder}
	}
	return encoders
}
