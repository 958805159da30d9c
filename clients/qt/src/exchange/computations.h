// cm1 … cm5, as targets/DATA.md has them: stable sorts, strings by UTF-16 code unit, which is what QString's < does.
#pragma once

#include "decoding/decode-error.h"
#include "decoding/records.h"

#include <QList>

#include <algorithm>
#include <functional>

namespace wirefare {

template <typename Record>
using Computation = std::function<void(QList<Record> &)>;

namespace detail {

template <typename Record, typename Value>
void sortBy(QList<Record> &records, Value Record::*member)
{
    std::stable_sort(records.begin(), records.end(),
                     [member](const Record &a, const Record &b) { return a.*member < b.*member; });
}

/** One whole sort after the other. */
template <typename Record, typename... Values>
void sortByEach(QList<Record> &records, Values Record::*...members)
{
    (sortBy(records, members), ...);
}

inline void sortOnce(QList<Book> &books)
{
    sortBy(books, &Book::author);
}

inline void sortOnce(QList<Video> &videos)
{
    sortBy(videos, &Video::title);
}

inline void sortByAll(QList<Book> &books)
{
    sortByEach(books, &Book::author, &Book::description, &Book::image, &Book::price, &Book::numInStock, &Book::type,
               &Book::onSale);
}

inline void sortByAll(QList<Video> &videos)
{
    sortByEach(videos, &Video::title, &Video::uri, &Video::format, &Video::height, &Video::width, &Video::length,
               &Video::views, &Video::enabled);
}

inline int timesOf(const QString &name)
{
    if (name == QLatin1String("cm2"))
        return 1;
    if (name == QLatin1String("cm3"))
        return 10;
    if (name == QLatin1String("cm4"))
        return 100;
    return name == QLatin1String("cm5") ? 1000 : 0;
}

} // namespace detail

/** Throws a DecodeError where there is none of that name. */
template <typename Record>
Computation<Record> computationNamed(const QString &name)
{
    if (name == QLatin1String("none"))
        return [](QList<Record> &) {};
    if (name == QLatin1String("cm1"))
        return [](QList<Record> &records) { detail::sortOnce(records); };
    const int times = detail::timesOf(name);
    if (times == 0)
        throw DecodeError(QStringLiteral("the Qt client has no computation %1").arg(name));
    return [times](QList<Record> &records) {
        for (int done = 0; done < times; ++done)
            detail::sortByAll(records);
    };
}

/** Nobody has published an order of files. */
template <>
inline Computation<File> computationNamed<File>(const QString &name)
{
    if (name == QLatin1String("none"))
        return [](QList<File> &) {};
    throw DecodeError(QStringLiteral("files have no computation %1").arg(name));
}

} // namespace wirefare
