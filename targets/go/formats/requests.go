package formats

import (
	"encoding/xml"
	"errors"
)

// Requests for lists, of one field each.
type (
	// BooksRequest asks for Books.
	BooksRequest struct {
		XMLName xml.Name `json:"-" xml:"booksRequest"`
		listRequest
	}
	// VideosRequest asks for Videos.
	VideosRequest struct {
		XMLName xml.Name `json:"-" xml:"videosRequest"`
		listRequest
	}
	// FilesRequest asks for Files.
	FilesRequest struct {
		XMLName xml.Name `json:"-" xml:"filesRequest"`
		listRequest
	}
)

type listRequest struct {
	N *int32 `json:"n" xml:"n"`
}

// Check tells what is missing.
func (r *listRequest) Check() error {
	if r.N == nil {
		return errors.New("missing: n")
	}
	return nil
}

// Count is how many are asked for.
func (r *listRequest) Count() int { return int(*r.N) }
