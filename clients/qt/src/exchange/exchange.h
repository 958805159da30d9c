// One exchange as it is timed, and what is left of it: numbers.
#pragma once

#include "exchange/connection-keeper.h"
#include "exchange/work.h"
#include "wire/cell.h"

#include <QString>

#include <vector>

namespace wirefare {

/** What one request of an exchange left. */
struct RequestMarks {
    DownloadStamps stamps;
    ServerTiming serverTiming;
    QByteArray contentEncoding;
    qint64 bytesEncoded = 0;
    qint64 bytesDecoded = 0;
    double decoded = 0;
};

struct ExchangeMarks {
    Outcome outcome = Outcome::completed;
    /** Why it did not complete. */
    QString reason;
    double start = 0;
    double end = 0;
    /** None where it did not complete. */
    std::vector<RequestMarks> requests;
};

/** A cell with all that can be made before time runs. */
struct PreparedCell {
    Cell cell;
    QString url;
    std::unique_ptr<Work> work;
};

/** Throws a DecodeError with the reason where this client cannot have the cell. */
PreparedCell prepareCell(const QJsonObject &spec);

/** Of the cell; its connection is put in place first, untimed. What it ends with stays in the cell's work. */
ExchangeMarks carryOut(const PreparedCell &prepared, ConnectionKeeper &connections, int timeoutMs);

/** The empty exchange at the target's. */
ExchangeMarks carryOutEmpty(const Target &target, bool isCold, ConnectionKeeper &connections, int timeoutMs);

} // namespace wirefare
