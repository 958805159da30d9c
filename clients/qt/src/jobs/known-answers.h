// What is known to be right, by which timed answers are judged when their block is over: the fingerprint of what was
// found equal to its original, for as long as the agent lives.
#pragma once

#include "exchange/work.h"
#include "wire/cell.h"
#include "wire/lab.h"

#include <QByteArray>
#include <QHash>
#include <QString>

namespace wirefare {

class KnownAnswers {
public:
    explicit KnownAnswers(Lab &lab) : m_lab(lab) {}

    /** In words; empty where there is none. Asks the lab for the original where these records are not known. */
    QString differenceOf(const Cell &cell, const Kept &kept)
    {
        const QString key = keyOf(cell);
        const QByteArray fingerprint = kept.fingerprint();
        if (m_known.value(key) == fingerprint)
            return {};
        const QString difference = kept.differenceFrom(m_lab.original(cell.id));
        if (difference.isEmpty())
            m_known.insert(key, fingerprint);
        return difference;
    }

private:
    /** Cells of one dataset, n and computation end alike, whatever their decoder. */
    static QString keyOf(const Cell &cell)
    {
        return QStringLiteral("%1 %2 %3").arg(cell.dataset).arg(cell.n).arg(cell.computation);
    }

    Lab &m_lab;
    QHash<QString, QByteArray> m_known;
};

} // namespace wirefare
