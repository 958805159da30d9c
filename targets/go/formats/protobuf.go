package formats

import (
	"fmt"

	"google.golang.org/protobuf/proto"

	"wirefare/targets/go/data"
	"wirefare/targets/go/formats/payload"
)

// Whoever has records of his own fills the generated messages from them: that is part of the encoding.
var protobufFormat = Format{
	Name:        "protobuf",
	ContentType: "application/x-protobuf",
	Encoder:     "google.golang.org/protobuf",
	Encode: func(value any) ([]byte, error) {
		message, err := messageOf(value)
		if err != nil {
			return nil, err
		}
		return proto.Marshal(message)
	},
}

func messageOf(value any) (proto.Message, error) {
	switch list := value.(type) {
	case []*data.Book:
		return &payload.Books{Items: converted(list, bookMessage)}, nil
	case []*data.Video:
		return &payload.Videos{Items: converted(list, videoMessage)}, nil
	case []*data.File:
		return &payload.Xml{Items: converted(list, fileMessage)}, nil
	}
	return nil, fmt.Errorf("no message is generated for %T", value)
}

func bookMessage(b *data.Book) *payload.Book {
	return &payload.Book{
		Title: b.Title, Author: b.Author, Description: b.Description, Image: b.Image,
		NumInStock: b.NumInStock, Price: b.Price, Type: b.Type, OnSale: b.OnSale,
	}
}

func videoMessage(v *data.Video) *payload.Video {
	return &payload.Video{
		Uri: v.URI, Title: v.Title, Format: v.Format, Height: v.Height, Width: v.Width,
		Length: v.Length, Views: v.Views, Enabled: v.Enabled,
	}
}

func fileMessage(f *data.File) *payload.File {
	return &payload.File{Name: f.Name, Mtime: f.MTime, Size: f.Size, Md5: f.MD5}
}
