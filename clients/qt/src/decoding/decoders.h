// From a body's bytes to a QList of structs. Each throws a DecodeError where the body is not wholly what it should be, and
// is compiled for each record in the file of its own that has its name.
#pragma once

#include "decoding/records.h"

#include <QByteArray>
#include <QList>

namespace wirefare {

template <typename Record>
QList<Record> decodeByQJsonDocument(const QByteArray &body);
template <typename Record>
QList<Record> decodeByNlohmannJson(const QByteArray &body);
template <typename Record>
QList<Record> decodeBySimdjson(const QByteArray &body);

template <typename Record>
QList<Record> decodeByXmlStreamReader(const QByteArray &body);
template <typename Record>
QList<Record> decodeByDomDocument(const QByteArray &body);
template <typename Record>
QList<Record> decodeByXmlSimpleReader(const QByteArray &body);

template <typename Record>
QList<Record> decodeAttributesByXmlStreamReader(const QByteArray &body);
template <typename Record>
QList<Record> decodeAttributesByDomDocument(const QByteArray &body);
template <typename Record>
QList<Record> decodeAttributesByXmlSimpleReader(const QByteArray &body);

} // namespace wirefare

/** Compiles a decoder for each record. */
#define WIREFARE_FOR_EACH_RECORD(decoder)                                        \
    template QList<Book> decoder<Book>(const QByteArray &);                      \
    template QList<Video> decoder<Video>(const QByteArray &);                    \
    template QList<File> decoder<File>(const QByteArray &);
