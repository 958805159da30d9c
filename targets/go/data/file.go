package data

import "strconv"

// File is an entry of a flat list, all alike but for their names.
type File struct {
	Name  string `json:"name" xml:"name"`
	MTime string `json:"mtime" xml:"mtime"`
	Size  int32  `json:"size" xml:"size"`
	MD5   string `json:"md5" xml:"md5"`
}

func drawFile(_ *Random, index int) *File {
	return &File{
		Name:  "filename" + strconv.Itoa(index) + ".extension",
		MTime: "1997-07-16T19:20:30+00:00",
		Size:  1_231_234,
		MD5:   "sdfasfarf4r5sf",
	}
}
