// simdjson's tree, with one parser kept for all bodies, as it wants to be used. Its On-Demand reader would be compiled for
// the oldest processor that this program is to run on; the tree's finds the newest instructions when it runs.

#include "decoding/decoders.h"

#include <simdjson.h>

#include <cstdint>
#include <limits>

namespace wirefare {

namespace {

using simdjson::dom::element;

void read(element json, QString &into, const Name &)
{
    const std::string_view text = json.get_string();
    into = QString::fromUtf8(text.data(), static_cast<int>(text.size()));
}

void read(element json, int &into, const Name &name)
{
    const std::int64_t number = json.get_int64();
    if (number < std::numeric_limits<int>::min() || number > std::numeric_limits<int>::max())
        throw DecodeError(std::string(name.text) + " is no int");
    into = static_cast<int>(number);
}

void read(element json, double &into, const Name &)
{
    into = json.get_double();
}

void read(element json, bool &into, const Name &)
{
    into = json.get_bool();
}

} // namespace

template <typename Record>
QList<Record> decodeBySimdjson(const QByteArray &body)
{
    thread_local simdjson::dom::parser parser;
    try {
        // It reads beyond the end, which a QByteArray does not have, and so copies it first.
        const simdjson::dom::array array = parser.parse(body.constData(), static_cast<std::size_t>(body.size()));
        QList<Record> records;
        records.reserve(static_cast<int>(array.size()));
        FieldsRead<Record> fields;
        for (const simdjson::dom::object object : array) {
            Record record;
            for (const auto &[key, json] : object) {
                fields.one([name = key](const auto &field) { return field.name.text == name; },
                           [&record, value = json](const auto &field, std::size_t) {
                               read(value, record.*field.member, field.name);
                           });
            }
            fields.requireAll();
            records.append(std::move(record));
        }
        return records;
    } catch (const simdjson::simdjson_error &error) {
        throw DecodeError(error.what());
    }
}

WIREFARE_FOR_EACH_RECORD(decodeBySimdjson)

} // namespace wirefare
