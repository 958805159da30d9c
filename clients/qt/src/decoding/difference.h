// Strict comparison of decoded records with the original: number, order, types and values, doubles bit for bit. The
// original is read by nlohmann/json, which keeps the order of fields and tells whole numbers from others.
#pragma once

#include "decoding/records.h"

#include <QByteArray>
#include <QList>

#include <nlohmann/json.hpp>

#include <cstdint>
#include <cstring>

namespace wirefare {

namespace detail {

using Original = nlohmann::ordered_json;

inline bool isEqual(const QString &value, const Original &original)
{
    // Bytes in UTF-8, and so unit for unit: fromStdString would forgive what is no UTF-8.
    return original.is_string() && value.toUtf8().toStdString() == original.get_ref<const std::string &>();
}

inline bool isEqual(int value, const Original &original)
{
    return original.is_number_integer() && original.get<std::int64_t>() == value;
}

inline bool isEqual(double value, const Original &original)
{
    if (!original.is_number())
        return false;
    const auto expected = original.get<double>();
    return std::memcmp(&value, &expected, sizeof value) == 0;
}

inline bool isEqual(bool value, const Original &original)
{
    return original.is_boolean() && original.get<bool>() == value;
}

inline std::string shown(const QString &value)
{
    return Original(value.toStdString()).dump(-1, ' ', false, Original::error_handler_t::replace);
}

template <typename Value>
std::string shown(const Value &value)
{
    return Original(value).dump();
}

template <typename Record>
QString differenceOf(const Record &record, const Original &original, const std::string &place)
{
    if (!original.is_object() || original.size() != fieldCount<Record>)
        return QString::fromStdString(place + ": the original has other fields");
    QString first;
    auto expected = original.begin();
    forEachField<Record>([&](const auto &field, std::size_t) {
        const auto &value = record.*field.member;
        const std::string at = place + "." + std::string(field.name.text);
        if (!first.isEmpty())
            return;
        if (expected.key() != field.name.text)
            first = QString::fromStdString(at + ": the original has " + expected.key() + " here");
        else if (!isEqual(value, *expected))
            first = QString::fromStdString(at + ": " + shown(value) + ", expected " + expected->dump());
        ++expected;
    });
    return first;
}

} // namespace detail

/** In words, `[17].price: 12.5, expected 12.25`; empty where there is none. */
template <typename Record>
QString firstDifference(const QList<Record> &records, const QByteArray &body)
{
    const auto original = detail::Original::parse(body.cbegin(), body.cend(), nullptr, false);
    if (!original.is_array())
        return QStringLiteral("the original is no list");
    if (original.size() != static_cast<std::size_t>(records.size()))
        return QStringLiteral("%1 records, expected %2").arg(records.size()).arg(original.size());
    std::size_t index = 0;
    for (const Record &record : records) {
        const QString difference =
            detail::differenceOf(record, original[index], "[" + std::to_string(index) + "]");
        if (!difference.isEmpty())
            return difference;
        ++index;
    }
    return {};
}

} // namespace wirefare
