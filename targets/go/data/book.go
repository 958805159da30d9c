package data

import (
	"cmp"
	"strings"
)

// Book is what a bookshop's list holds.
type Book struct {
	Title       string  `json:"title" xml:"title"`
	Author      string  `json:"author" xml:"author"`
	Description string  `json:"description" xml:"description"`
	Image       string  `json:"image" xml:"image"`
	NumInStock  int32   `json:"numInStock" xml:"numInStock"`
	Price       float64 `json:"price" xml:"price"`
	Type        string  `json:"type" xml:"type"`
	OnSale      bool    `json:"onSale" xml:"onSale"`
}

var bookTypes = []string{"DIGITAL", "HARDCOVER", "PAPERBACK"}

func drawBook(random *Random, _ int) *Book {
	// A literal's calls are made as they stand: the order of the draws is that of the fields.
	return &Book{
		Title:       random.text(10, 30),
		Author:      random.text(10, 20),
		Description: random.text(100, 400),
		Image:       random.uuid() + ".png",
		NumInStock:  int32(random.Below(1_001)),
		Price:       float64(random.Below(200_001)) / 100,
		Type:        bookTypes[random.Below(len(bookTypes))],
		OnSale:      random.Boolean(),
	}
}

func bookByAuthor(a, b *Book) int { return strings.Compare(a.Author, b.Author) }

var bookOrders = []func(a, b *Book) int{
	bookByAuthor,
	func(a, b *Book) int { return strings.Compare(a.Description, b.Description) },
	func(a, b *Book) int { return strings.Compare(a.Image, b.Image) },
	func(a, b *Book) int { return cmp.Compare(a.Price, b.Price) },
	func(a, b *Book) int { return cmp.Compare(a.NumInStock, b.NumInStock) },
	func(a, b *Book) int { return strings.Compare(a.Type, b.Type) },
	func(a, b *Book) int { return byBoolean(a.OnSale, b.OnSale) },
}
