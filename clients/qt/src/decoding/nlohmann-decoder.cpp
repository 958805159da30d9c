// nlohmann/json: a tree, taken apart by names.

#include "decoding/decoders.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <limits>

namespace wirefare {

namespace {

using nlohmann::json;

DecodeError wrongType(const Name &name, const char *type)
{
    return DecodeError(std::string(name.text) + " is no " + type);
}

void read(const json &from, QString &value, const Name &)
{
    value = QString::fromStdString(from.get_ref<const json::string_t &>());
}

void read(const json &from, int &value, const Name &name)
{
    // get<int>() would cut 12.5 off and wrap what is too large, as get<int64_t>() does beyond 2^63.
    if (!from.is_number_integer())
        throw wrongType(name, "int");
    const auto number = from.get<std::int64_t>();
    if (from.is_number_unsigned() && number < 0)
        throw wrongType(name, "int");
    if (number < std::numeric_limits<int>::min() || number > std::numeric_limits<int>::max())
        throw wrongType(name, "int");
    value = static_cast<int>(number);
}

void read(const json &from, double &value, const Name &name)
{
    if (!from.is_number())
        throw wrongType(name, "double");
    value = from.get<double>();
}

void read(const json &from, bool &value, const Name &)
{
    value = from.get_ref<const json::boolean_t &>();
}

template <typename Record>
QList<Record> recordsOf(const json &array)
{
    if (!array.is_array())
        throw DecodeError("the body is no array");
    QList<Record> records;
    records.reserve(static_cast<int>(array.size()));
    for (const json &object : array) {
        if (object.size() != fieldCount<Record>)
            throw DecodeError("a record has " + std::to_string(object.size()) + " fields");
        Record record;
        forEachField<Record>([&](const auto &field, std::size_t) {
            read(object.at(field.name.text), record.*field.member, field.name);
        });
        records.append(std::move(record));
    }
    return records;
}

} // namespace

template <typename Record>
QList<Record> decodeByNlohmannJson(const QByteArray &body)
{
    try {
        return recordsOf<Record>(json::parse(body.cbegin(), body.cend()));
    } catch (const json::exception &error) {
        throw DecodeError(error.what());
    }
}

WIREFARE_FOR_EACH_RECORD(decodeByNlohmannJson)

} // namespace wirefare
