// Values that stand as text, as in XML: strictly, so that no number ever becomes 0 unnoticed.
#pragma once

#include "decoding/decode-error.h"
#include "decoding/field.h"

#include <QString>

namespace wirefare {

inline QString asString(const QString &text)
{
    return text;
}

template <typename View>
QString asString(const View &text)
{
    return text.toString();
}

/** `text` is a QString or what Qt's version has as a view of one; throws a DecodeError. */
template <typename Text>
void readText(const Text &text, QString &value, const Name &)
{
    value = asString(text);
}

template <typename Text>
void readText(const Text &text, int &value, const Name &name)
{
    bool isInt = false;
    value = text.toInt(&isInt);
    if (!isInt)
        throw DecodeError(QString(name.latin1()) + QLatin1String(" is no int: ") + asString(text));
}

template <typename Text>
void readText(const Text &text, double &value, const Name &name)
{
    bool isDouble = false;
    value = text.toDouble(&isDouble);
    if (!isDouble)
        throw DecodeError(QString(name.latin1()) + QLatin1String(" is no double: ") + asString(text));
}

/** As XML Schema writes booleans. */
template <typename Text>
void readText(const Text &text, bool &value, const Name &name)
{
    if (text == QLatin1String("true") || text == QLatin1String("1"))
        value = true;
    else if (text == QLatin1String("false") || text == QLatin1String("0"))
        value = false;
    else
        throw DecodeError(QString(name.latin1()) + QLatin1String(" is no bool: ") + asString(text));
}

} // namespace wirefare
