// Tells two lists of records apart by every value: what was found equal to its original is remembered by it, since a
// second copy of a long list would double what the client holds.
#pragma once

#include "decoding/field.h"

#include <QByteArray>
#include <QCryptographicHash>
#include <QList>
#include <QString>

namespace wirefare {

namespace detail {

inline void addBytes(QCryptographicHash &hash, const void *bytes, std::size_t count)
{
    hash.addData(QByteArray::fromRawData(static_cast<const char *>(bytes), static_cast<int>(count)));
}

/** With its length before it, so that no text can end in the next one. */
inline void add(QCryptographicHash &hash, const QString &value)
{
    const qint64 length = value.size();
    addBytes(hash, &length, sizeof length);
    addBytes(hash, value.constData(), static_cast<std::size_t>(length) * sizeof(QChar));
}

/** Of doubles every bit: -0 is not 0. */
template <typename Value>
void add(QCryptographicHash &hash, Value value)
{
    addBytes(hash, &value, sizeof value);
}

} // namespace detail

template <typename Record>
QByteArray fingerprintOf(const QList<Record> &records)
{
    // Quick, and nobody looks for two lists that collide.
    QCryptographicHash hash(QCryptographicHash::Md5);
    for (const Record &record : records) {
        forEachField<Record>(
            [&](const auto &field, std::size_t) { detail::add(hash, record.*field.member); });
    }
    return hash.result();
}

} // namespace wirefare
