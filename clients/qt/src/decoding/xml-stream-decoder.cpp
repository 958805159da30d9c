// QXmlStreamReader: the program pulls.

#include "decoding/decoders.h"
#include "decoding/text-value.h"

#include <QXmlStreamReader>

namespace wirefare {

namespace {

void requireElement(const QXmlStreamReader &reader, const Name &name)
{
    if (reader.name() != name.latin1())
        throw DecodeError(QLatin1String("<") + asString(reader.name()) + QLatin1String("> stands where <") + name.latin1()
                          + QLatin1String("> should"));
}

/** `readRecord` reads the current element to its end. */
template <typename Record, typename ReadRecord>
QList<Record> recordsOf(const QByteArray &body, ReadRecord readRecord)
{
    QXmlStreamReader reader(body);
    QList<Record> records;
    if (reader.readNextStartElement()) {
        requireElement(reader, Described<Record>::root);
        while (reader.readNextStartElement()) {
            requireElement(reader, Described<Record>::element);
            records.append(readRecord(reader));
        }
    }
    while (!reader.atEnd())
        reader.readNext();
    if (reader.hasError())
        throw DecodeError(reader.errorString());
    return records;
}

} // namespace

template <typename Record>
QList<Record> decodeByXmlStreamReader(const QByteArray &body)
{
    FieldsRead<Record> fields;
    return recordsOf<Record>(body, [&fields](QXmlStreamReader &reader) {
        Record record;
        while (reader.readNextStartElement()) {
            fields.one([&reader](const auto &field) { return reader.name() == field.name.latin1(); },
                       [&](const auto &field, std::size_t) {
                           readText(reader.readElementText(), record.*field.member, field.name);
                       });
        }
        if (!reader.hasError())
            fields.requireAll();
        return record;
    });
}

template <typename Record>
QList<Record> decodeAttributesByXmlStreamReader(const QByteArray &body)
{
    FieldsRead<Record> fields;
    return recordsOf<Record>(body, [&fields](QXmlStreamReader &reader) {
        Record record;
        const QXmlStreamAttributes attributes = reader.attributes();
        for (const QXmlStreamAttribute &attribute : attributes) {
            fields.one([&attribute](const auto &field) { return attribute.name() == field.name.latin1(); },
                       [&](const auto &field, std::size_t) {
                           readText(attribute.value(), record.*field.member, field.name);
                       });
        }
        fields.requireAll();
        if (reader.readNextStartElement())
            throw DecodeError(QStringLiteral("an element stands within a record"));
        return record;
    });
}

WIREFARE_FOR_EACH_RECORD(decodeByXmlStreamReader)
WIREFARE_FOR_EACH_RECORD(decodeAttributesByXmlStreamReader)

} // namespace wirefare
