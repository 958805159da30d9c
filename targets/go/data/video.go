package data

import (
	"cmp"
	"strings"
)

// Video is what a video site's list holds.
type Video struct {
	URI     string `json:"uri" xml:"uri"`
	Title   string `json:"title" xml:"title"`
	Format  string `json:"format" xml:"format"`
	Height  int32  `json:"height" xml:"height"`
	Width   int32  `json:"width" xml:"width"`
	Length  int32  `json:"length" xml:"length"`
	Views   int32  `json:"views" xml:"views"`
	Enabled bool   `json:"enabled" xml:"enabled"`
}

var videoFormats = []string{"webm", "mkv", "flv", "mp4", "avi", "mov", "wmv", "ogg"}

var videoSizes = []struct{ height, width int32 }{
	{144, 256}, {240, 426}, {360, 640}, {480, 854}, {720, 1280}, {1080, 1920}, {1440, 2560}, {2160, 3840},
}

func drawVideo(random *Random, _ int) *Video {
	video := &Video{
		URI:    "https://www.youtube.com/watch?v=" + random.characters(11),
		Title:  random.text(10, 30),
		Format: videoFormats[random.Below(len(videoFormats))],
	}
	size := videoSizes[random.Below(len(videoSizes))]
	video.Height, video.Width = size.height, size.width
	video.Length = int32(10 + random.Below(3_591))
	video.Views = int32(random.Below(10_000_001))
	video.Enabled = random.Boolean()
	return video
}

func videoByTitle(a, b *Video) int { return strings.Compare(a.Title, b.Title) }

var videoOrders = []func(a, b *Video) int{
	videoByTitle,
	func(a, b *Video) int { return strings.Compare(a.URI, b.URI) },
	func(a, b *Video) int { return strings.Compare(a.Format, b.Format) },
	func(a, b *Video) int { return cmp.Compare(a.Height, b.Height) },
	func(a, b *Video) int { return cmp.Compare(a.Width, b.Width) },
	func(a, b *Video) int { return cmp.Compare(a.Length, b.Length) },
	func(a, b *Video) int { return cmp.Compare(a.Views, b.Views) },
	func(a, b *Video) int { return byBoolean(a.Enabled, b.Enabled) },
}
