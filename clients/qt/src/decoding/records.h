// The records as a Qt program would have them: plain structs, each with the table of its fields that every decoder,
// the comparison with the original and the check of the lab's schema go by.
#pragma once

#include "decoding/field.h"

#include <QString>

#include <tuple>

namespace wirefare {

struct Book {
    QString title;
    QString author;
    QString description;
    QString image;
    int numInStock = 0;
    double price = 0;
    QString type;
    bool onSale = false;
};

struct Video {
    QString uri;
    QString title;
    QString format;
    int height = 0;
    int width = 0;
    int length = 0;
    int views = 0;
    bool enabled = false;
};

struct File {
    QString name;
    QString mtime;
    int size = 0;
    QString md5;
};

/** `root` and `element` are the names in XML; the fields stand in the order of the bodies. */
template <>
struct Described<Book> {
    static constexpr Name record{"Book"};
    static constexpr Name root{"books"};
    static constexpr Name element{"book"};
    static constexpr auto fields =
        std::make_tuple(field("title", &Book::title), field("author", &Book::author),
                        field("description", &Book::description), field("image", &Book::image),
                        field("numInStock", &Book::numInStock), field("price", &Book::price),
                        field("type", &Book::type), field("onSale", &Book::onSale));
};

template <>
struct Described<Video> {
    static constexpr Name record{"Video"};
    static constexpr Name root{"videos"};
    static constexpr Name element{"video"};
    static constexpr auto fields =
        std::make_tuple(field("uri", &Video::uri), field("title", &Video::title),
                        field("format", &Video::format), field("height", &Video::height),
                        field("width", &Video::width), field("length", &Video::length),
                        field("views", &Video::views), field("enabled", &Video::enabled));
};

template <>
struct Described<File> {
    static constexpr Name record{"File"};
    static constexpr Name root{"xml"};
    static constexpr Name element{"file"};
    static constexpr auto fields = std::make_tuple(field("name", &File::name), field("mtime", &File::mtime),
                                                   field("size", &File::size), field("md5", &File::md5));
};

} // namespace wirefare
