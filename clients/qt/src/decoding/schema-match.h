// Whether the lab's schema of a body is that of a list of our structs.
#pragma once

#include "decoding/records.h"

#include <QJsonArray>
#include <QJsonObject>

namespace wirefare {

inline bool isKind(const QString &kind, const QString *)
{
    return kind == QLatin1String("string");
}

inline bool isKind(const QString &kind, const int *)
{
    return kind == QLatin1String("integer");
}

inline bool isKind(const QString &kind, const double *)
{
    return kind == QLatin1String("double");
}

inline bool isKind(const QString &kind, const bool *)
{
    return kind == QLatin1String("boolean");
}

template <typename Record, typename Value>
bool isField(const QJsonObject &described, const Field<Record, Value> &field)
{
    const QJsonObject type = described.value(QLatin1String("type")).toObject();
    return described.value(QLatin1String("name")).toString() == field.name.latin1()
        && !described.value(QLatin1String("optional")).toBool()
        && isKind(type.value(QLatin1String("kind")).toString(), static_cast<const Value *>(nullptr));
}

template <typename Record>
bool isSchemaOf(const QJsonObject &schema)
{
    const QJsonObject root = schema.value(QLatin1String("root")).toObject();
    const QJsonObject record = root.value(QLatin1String("items")).toObject();
    const QJsonArray fields = record.value(QLatin1String("fields")).toArray();
    if (record.value(QLatin1String("name")).toString() != Described<Record>::record.latin1())
        return false;
    if (static_cast<std::size_t>(fields.size()) != fieldCount<Record>)
        return false;
    bool isSame = true;
    forEachField<Record>([&](const auto &field, std::size_t index) {
        isSame = isSame && isField(fields.at(static_cast<int>(index)).toObject(), field);
    });
    return isSame;
}

} // namespace wirefare
