// QDomDocument: the whole tree first.

#include "decoding/decoders.h"
#include "decoding/text-value.h"

#include <QDomDocument>

namespace wirefare {

namespace {

void requireElement(const QDomElement &element, const Name &name)
{
    if (element.tagName() != name.latin1())
        throw DecodeError(QLatin1String("<") + element.tagName() + QLatin1String("> stands where <") + name.latin1()
                          + QLatin1String("> should"));
}

QDomDocument parsed(const QByteArray &body)
{
    QDomDocument document;
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
    if (const auto result = document.setContent(body); !result)
        throw DecodeError(result.errorMessage);
#else
    QString error;
    if (!document.setContent(body, &error))
        throw DecodeError(error);
#endif
    return document;
}

template <typename Record, typename ReadRecord>
QList<Record> recordsOf(const QByteArray &body, ReadRecord readRecord)
{
    const QDomDocument document = parsed(body);
    const QDomElement root = document.documentElement();
    requireElement(root, Described<Record>::root);
    QList<Record> records;
    for (QDomElement element = root.firstChildElement(); !element.isNull(); element = element.nextSiblingElement()) {
        requireElement(element, Described<Record>::element);
        records.append(readRecord(element));
    }
    return records;
}

/** As QStringLiterals would have them: made once. */
template <typename Record>
const std::array<QString, fieldCount<Record>> &fieldNames()
{
    static const auto names = [] {
        std::array<QString, fieldCount<Record>> all;
        forEachField<Record>([&all](const auto &field, std::size_t index) { all[index] = field.name.latin1(); });
        return all;
    }();
    return names;
}

} // namespace

template <typename Record>
QList<Record> decodeByDomDocument(const QByteArray &body)
{
    FieldsRead<Record> fields;
    return recordsOf<Record>(body, [&fields](const QDomElement &element) {
        Record record;
        for (QDomElement child = element.firstChildElement(); !child.isNull(); child = child.nextSiblingElement()) {
            const QString tag = child.tagName();
            fields.one([&tag](const auto &field) { return tag == field.name.latin1(); },
                       [&](const auto &field, std::size_t) {
                           readText(child.text(), record.*field.member, field.name);
                       });
        }
        fields.requireAll();
        return record;
    });
}

template <typename Record>
QList<Record> decodeAttributesByDomDocument(const QByteArray &body)
{
    const auto &names = fieldNames<Record>();
    return recordsOf<Record>(body, [&names](QDomElement &element) {
        if (static_cast<std::size_t>(element.attributes().count()) != fieldCount<Record>)
            throw DecodeError(QStringLiteral("a record has %1 attributes").arg(element.attributes().count()));
        Record record;
        forEachField<Record>([&](const auto &field, std::size_t index) {
            const QDomAttr attribute = element.attributeNode(names[index]);
            if (attribute.isNull())
                throw DecodeError(QString(field.name.latin1()) + QLatin1String(" is missing"));
            readText(attribute.value(), record.*field.member, field.name);
        });
        return record;
    });
}

WIREFARE_FOR_EACH_RECORD(decodeByDomDocument)
WIREFARE_FOR_EACH_RECORD(decodeAttributesByDomDocument)

} // namespace wirefare
