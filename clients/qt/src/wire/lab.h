// The lab's side of the protocol: jobs are fetched from it and results posted to it, never within a timed exchange.
#pragma once

#include <QByteArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QNetworkAccessManager>
#include <QString>

#include <stdexcept>

namespace wirefare {

/** The lab refused, or is not there any more. */
class LabError : public std::runtime_error {
public:
    explicit LabError(const QString &what) : std::runtime_error(what.toStdString()) {}
};

class Lab {
public:
    /** The origin of the page's URL and the token in its fragment; throws a LabError where it has none. */
    explicit Lab(const QString &pageUrl);

    /** Throws a LabError, as all that follow do. */
    void registerAgent(QJsonObject registration);
    QJsonObject nextJob();
    /** The bytes of the JSON that the cell must end with. */
    QByteArray original(const QString &cell);
    /** To `checks`, `samples`, `probes` or `trouble`; false: the rest of the job is not wanted. */
    bool post(const char *what, const QJsonDocument &message);

private:
    QByteArray answerTo(const QString &path, const QByteArray *body);

    QNetworkAccessManager m_manager;
    QString m_origin;
    QString m_token;
    QString m_agent;
};

} // namespace wirefare
