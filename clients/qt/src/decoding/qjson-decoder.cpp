// Qt's own JSON.

#include "decoding/decoders.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <limits>

namespace wirefare {

namespace {

DecodeError wrongType(const Name &name, const char *type)
{
    return DecodeError(QString(name.latin1()) + QLatin1String(" is missing or no ") + QLatin1String(type));
}

void read(const QJsonValue &json, QString &value, const Name &name)
{
    if (!json.isString())
        throw wrongType(name, "string");
    value = json.toString();
}

void read(const QJsonValue &json, int &value, const Name &name)
{
    const double number = json.toDouble(std::numeric_limits<double>::quiet_NaN());
    // toInt() would make 0 of 12.5 in silence; NaN fails the comparison.
    if (!(number >= std::numeric_limits<int>::min() && number <= std::numeric_limits<int>::max()))
        throw wrongType(name, "int");
    value = static_cast<int>(number);
    if (value != number)
        throw wrongType(name, "int");
}

void read(const QJsonValue &json, double &value, const Name &name)
{
    if (!json.isDouble())
        throw wrongType(name, "double");
    value = json.toDouble();
}

void read(const QJsonValue &json, bool &value, const Name &name)
{
    if (!json.isBool())
        throw wrongType(name, "bool");
    value = json.toBool();
}

} // namespace

template <typename Record>
QList<Record> decodeByQJsonDocument(const QByteArray &body)
{
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(body, &error);
    if (error.error != QJsonParseError::NoError)
        throw DecodeError(error.errorString());
    if (!document.isArray())
        throw DecodeError(QStringLiteral("the body is no array"));
    const QJsonArray array = document.array();
    QList<Record> records;
    records.reserve(array.size());
    for (const auto &element : array) {
        const QJsonObject object = element.toObject();
        if (static_cast<std::size_t>(object.size()) != fieldCount<Record>)
            throw DecodeError(QStringLiteral("a record has %1 fields").arg(object.size()));
        Record record;
        forEachField<Record>([&](const auto &field, std::size_t) {
            read(object.value(field.name.latin1()), record.*field.member, field.name);
        });
        records.append(std::move(record));
    }
    return records;
}

WIREFARE_FOR_EACH_RECORD(decodeByQJsonDocument)

} // namespace wirefare
