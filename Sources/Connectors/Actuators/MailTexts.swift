import Compliance
import ComplianceGateway

/// The words of a mail about an event, in one language.
struct MailTexts {
    /// The subject.
    let subject: String
    /// The first sentence: what happened.
    let opening: String

    /// The words for an event.
    static func texts(_ message: DeliveryMessage, _ language: TextLanguage) -> MailTexts {
        if let texts = NoticeTexts(message, language).texts { return texts }
        let event = message.event
        let app = message.clientName ?? "Postern"
        let name = message.displayName ?? message.userPrincipalName ?? "?"
        return switch language {
        case .english: english(event, app, name)
        case .spanish: spanish(event, app, name)
        case .korean: korean(event, app, name)
        case .russian: russian(event, app, name)
        }
    }

    private static func english(_ event: DeliveryEvent, _ app: String, _ name: String) -> MailTexts {
        switch event {
        case .complianceLost:
            MailTexts(
                subject: "\(app) can no longer open your organisation’s data",
                opening: "\(app) of \(name) no longer meets what your organisation asks for.")
        case .complianceGained:
            MailTexts(
                subject: "\(app) can open your organisation’s data again",
                opening: "\(app) of \(name) meets what your organisation asks for again.")
        case .accountDisabled:
            MailTexts(subject: "An account was disabled", opening: "The account \(name) was disabled.")
        case .passwordSet:
            MailTexts(
                subject: "A password was changed",
                opening: "The account \(name) has a new password. All sessions ended.")
        case .wipeRequested:
            MailTexts(
                subject: "Your organisation’s data is being removed from \(app)",
                opening: "\(app) of \(name) was told to remove your organisation’s data.")
        case .breakGlassUsed, .checkFailing, .checkStepNear, .checkSettled, .deviceComplianceLost,
            .deviceComplianceGained:
            MailTexts(
                subject: "A break-glass account signed in",
                opening: "The break-glass account \(name) signed in. If this was not planned, act now.")
        }
    }

    private static func spanish(_ event: DeliveryEvent, _ app: String, _ name: String) -> MailTexts {
        switch event {
        case .complianceLost:
            MailTexts(
                subject: "\(app) ya no puede abrir los datos de su organización",
                opening: "\(app) de \(name) ya no cumple lo que exige su organización.")
        case .complianceGained:
            MailTexts(
                subject: "\(app) puede volver a abrir los datos de su organización",
                opening: "\(app) de \(name) vuelve a cumplir lo que exige su organización.")
        case .accountDisabled:
            MailTexts(subject: "Se deshabilitó una cuenta", opening: "Se deshabilitó la cuenta \(name).")
        case .passwordSet:
            MailTexts(
                subject: "Se cambió una contraseña",
                opening: "La cuenta \(name) tiene una contraseña nueva. Se cerraron todas las sesiones.")
        case .wipeRequested:
            MailTexts(
                subject: "Se están eliminando de \(app) los datos de su organización",
                opening: "Se ordenó a \(app) de \(name) que elimine los datos de su organización.")
        case .breakGlassUsed, .checkFailing, .checkStepNear, .checkSettled, .deviceComplianceLost,
            .deviceComplianceGained:
            MailTexts(
                subject: "Inició sesión una cuenta de emergencia",
                opening: "La cuenta de emergencia \(name) inició sesión. Si no estaba previsto, actúe ahora.")
        }
    }

    private static func korean(_ event: DeliveryEvent, _ app: String, _ name: String) -> MailTexts {
        switch event {
        case .complianceLost:
            MailTexts(
                subject: "\(app)에서 조직 데이터를 더 이상 열 수 없습니다",
                opening: "\(name)의 \(app)이(가) 조직의 요구 사항을 더 이상 충족하지 않습니다.")
        case .complianceGained:
            MailTexts(
                subject: "\(app)에서 조직 데이터를 다시 열 수 있습니다",
                opening: "\(name)의 \(app)이(가) 조직의 요구 사항을 다시 충족합니다.")
        case .accountDisabled:
            MailTexts(subject: "계정이 비활성화되었습니다", opening: "\(name) 계정이 비활성화되었습니다.")
        case .passwordSet:
            MailTexts(
                subject: "암호가 변경되었습니다", opening: "\(name) 계정의 암호가 새로 설정되었습니다. 모든 세션이 종료되었습니다.")
        case .wipeRequested:
            MailTexts(
                subject: "\(app)에서 조직 데이터를 삭제하는 중입니다",
                opening: "\(name)의 \(app)에 조직 데이터를 삭제하라는 지시가 전달되었습니다.")
        case .breakGlassUsed, .checkFailing, .checkStepNear, .checkSettled, .deviceComplianceLost,
            .deviceComplianceGained:
            MailTexts(
                subject: "비상 계정이 로그인했습니다",
                opening: "비상 계정 \(name)이(가) 로그인했습니다. 계획된 일이 아니라면 지금 조치하십시오.")
        }
    }

    private static func russian(_ event: DeliveryEvent, _ app: String, _ name: String) -> MailTexts {
        switch event {
        case .complianceLost:
            MailTexts(
                subject: "\(app) больше не может открывать данные вашей организации",
                opening: "\(app) пользователя \(name) больше не отвечает требованиям вашей организации.")
        case .complianceGained:
            MailTexts(
                subject: "\(app) снова может открывать данные вашей организации",
                opening: "\(app) пользователя \(name) снова отвечает требованиям вашей организации.")
        case .accountDisabled:
            MailTexts(subject: "Учётная запись отключена", opening: "Учётная запись \(name) отключена.")
        case .passwordSet:
            MailTexts(
                subject: "Пароль изменён", opening: "У учётной записи \(name) новый пароль. Все сеансы завершены.")
        case .wipeRequested:
            MailTexts(
                subject: "Данные вашей организации удаляются из \(app)",
                opening: "\(app) пользователя \(name) получил указание удалить данные вашей организации.")
        case .breakGlassUsed, .checkFailing, .checkStepNear, .checkSettled, .deviceComplianceLost,
            .deviceComplianceGained:
            MailTexts(
                subject: "Вход с аварийной учётной записью",
                opening:
                    "Выполнен вход с аварийной учётной записью \(name). Если это не запланировано, действуйте немедленно."
            )
        }
    }
}
